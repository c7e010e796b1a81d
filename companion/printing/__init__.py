"""Documents as PDF: what is printed, the queue, and the worker that runs WeasyPrint.

Imports everything below the web; no Flask.
"""
