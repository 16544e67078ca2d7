import type { CatalogueRow } from '../catalogue-row.ts'

/** Notes, assignments, reminders, followers and notifications. */
export const workOwnTexts: readonly CatalogueRow[] = [
  // Notes
  ['Note', 'הערה'],
  ['Mentions', 'אזכורים'],
  ['Edited At', 'נערך בתאריך'],
  ['There are too many already (maximum {0}).', 'הגעת למספר המרבי ({0}).'],
]
