import type { CatalogueRow } from '../catalogue-row.ts'

/** Further texts that are on screen without a dictionary: those of a start without a network. */
export const firstOwnTexts: readonly CatalogueRow[] = [
  ['No connection', 'אין חיבור'],
  [
    'The server cannot be reached. The page opens by itself when the connection is back.',
    'אין תקשורת עם השרת. הדף ייפתח מעצמו כשהחיבור יחזור.',
  ],
]
