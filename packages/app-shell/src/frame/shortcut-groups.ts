interface KeyGroup {
  /** English source text. */
  title: string
  rows: readonly { keys: readonly string[]; label: string }[]
}

const groups: readonly KeyGroup[] = [
  {
    title: 'In a list',
    rows: [
      { keys: ['ArrowUp', 'ArrowDown'], label: 'Previous or next row' },
      { keys: ['Home', 'End'], label: 'First or last row' },
      { keys: ['Enter'], label: 'Open the record' },
      { keys: ['Space'], label: 'Select the record' },
      { keys: ['Shift+Space'], label: 'Select the records from the last one to this' },
      { keys: ['Mod+A'], label: 'Select All' },
      { keys: ['Delete'], label: 'Delete the record' },
    ],
  },
  {
    title: 'While editing',
    rows: [
      { keys: ['Mod+S', 'Mod+Enter'], label: 'Create in a new record window' },
      { keys: ['Enter', 'Shift+Enter'], label: 'Down or up in a table' },
      { keys: ['Tab'], label: 'Begin a row after the last cell of a table' },
      { keys: ['Mod+D'], label: 'Double a row of a table' },
      { keys: ['Alt+ArrowUp', 'Alt+ArrowDown'], label: 'Move a row of a table' },
      { keys: ['Delete'], label: 'Delete a row of a table' },
      { keys: ['Alt+ArrowDown'], label: 'Open the calendar of a date' },
      { keys: ['Mod+Z'], label: 'Undo typing in a box' },
    ],
  },
  {
    title: 'Everywhere',
    rows: [
      { keys: ['Escape'], label: 'Close the window, menu or list on top' },
      { keys: ['Mod+Z'], label: 'Do what the notice offers' },
      { keys: ['Mod+P'], label: 'Print' },
    ],
  },
]

const correcting: KeyGroup = {
  title: 'Translations',
  rows: [{ keys: ['Alt+Click'], label: 'Correct the text under the pointer' }],
}

/** The keys of every list, form and window; in English there are no translations to correct. */
export const keyGroups = (language: string): readonly KeyGroup[] =>
  language === 'en' ? groups : [...groups, correcting]
