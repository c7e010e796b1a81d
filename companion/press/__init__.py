"""The press: HTML to PDF by WeasyPrint, in a process of its own (`python -m companion.press`).

The only folder that imports WeasyPrint. It knows no game, no table and no words, so that it starts quickly.

WeasyPrint is exact and slow: it sets every number anew, however often it stands on a sheet. The shortcuts here do a
thing once that comes a hundred times, and keep for the next sheet what sheets have in common. None of them changes a
byte of the PDF (`tests/printables/test_press.py`), and they are taken with the version alone that they were written
for.
"""
