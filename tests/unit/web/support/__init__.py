"""What tests of the pages share: browsers, tables in each phase, readers of pages."""
