#!/usr/bin/python3
"""A WebKitGTK window as small as a phone, for WebKitWebDriver: its own MiniBrowser is never narrower than 447 px.

The system's Python runs it, which has GTK. COLOUR=dark|light and MOTION=reduce|full are what a page is told; TEXT=2
shows text, and nothing else, twice as large.
"""

import ctypes
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

libc = ctypes.CDLL(None)
libc.setvbuf(ctypes.c_void_p.in_dll(libc, "stdout"), None, 1, 0)  # line by line: it is killed at the end
settings = Gtk.Settings.get_default()
settings.set_property("gtk-application-prefer-dark-theme", os.environ.get("COLOUR") == "dark")
settings.set_property("gtk-enable-animations", os.environ.get("MOTION") != "reduce")
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.set_preferred_languages(["en-GB"])


def view(_session: WebKit2.AutomationSession) -> WebKit2.WebView:
    shown = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    shown.get_settings().set_enable_write_console_messages_to_stdout(True)
    shown.get_settings().set_zoom_text_only(True)
    shown.set_zoom_level(float(os.environ.get("TEXT", "1")))
    window = Gtk.Window()
    window.set_default_size(390, 844)
    window.add(shown)
    window.connect("destroy", lambda *_: Gtk.main_quit())
    window.show_all()
    return shown


def started(_context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    told = WebKit2.ApplicationInfo()
    told.set_name("MiniBrowser")
    told.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(told)
    session.connect("create-web-view", view)


context.connect("automation-started", started)
Gtk.main()
