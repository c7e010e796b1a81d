"""Rules of the code base: layers, documents, style sheets, catalogues."""
