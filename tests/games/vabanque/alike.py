"""What Vabanque says in a language as in English, or as in another one."""

AS_IN_ENGLISH = {"fr": {"Bluff", "Table", "Table %(table)s"}, "it": {"Bluff"}}
AS_IN_ANOTHER = {"1 Jetons", "Jetons"}
