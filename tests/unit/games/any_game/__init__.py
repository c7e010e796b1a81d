"""Any game: sheets, formulas, and worked examples of the sheets that ship."""
