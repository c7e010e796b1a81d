"""What every request passes: cookies, language, limits, security headers, assets. No pages."""
