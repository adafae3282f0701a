"""Quiz: graded puzzles as prompts for any program, such as a language model, and its answers scored by proof."""
