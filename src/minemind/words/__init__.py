"""Words: the sentences of proofs, hints, guesses, reviews, readers and the shell, and all texts of the page.

They are templates in a data file for each language, en.json and de.json, which the page reads as well: both fill in the
same templates by the same rules (template.py), and round numbers in the same way (figures.py). Whatever MineMind says
is in English, unless another language is chosen:

>>> import minemind as mm
>>> move = mm.hint(mm.Board.parse("1.", mines=1))
>>> print(move)
flag (0, 1): the 1 at (0, 0) needs a mine in every hidden cell around it, so (0, 1) is a mine
>>> with mm.words.speaking("de"):
...     print(move)
(0, 1) markieren: die 1 bei (0, 0) braucht in jedem verdeckten Feld ringsum eine Mine, also ist (0, 1) eine Mine
"""

from __future__ import annotations

from minemind.words.catalogue import ENGLISH, LANGUAGES, Catalogue, phrase, speak, speaking, spoken

__all__ = ["ENGLISH", "LANGUAGES", "Catalogue", "phrase", "speak", "speaking", "spoken"]
