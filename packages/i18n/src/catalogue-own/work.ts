import type { CatalogueRow } from '../catalogue-row.ts'

/** Notes, assignments, reminders, followers and notifications. */
export const workOwnTexts: readonly CatalogueRow[] = [
  // Notes
  ['Note', 'הערה'],
  ['Mentions', 'אזכורים'],
  ['Edited At', 'נערך בתאריך'],

  // Assignments and followers
  ['Assignment', 'הקצאה'],
  ['Done At', 'הושלם בתאריך'],
  ['Answer', 'תשובה'],
  ['{0} cannot see this record.', 'אין ל-{0} הרשאת צפייה ברשומה הזו.'],
  ['This is already assigned to {0}.', 'הרשומה כבר הוקצתה ל-{0}.'],
  ['Follower', 'מעקב'],
  ['Muted', 'מושתק'],
  ['There are too many already (maximum {0}).', 'הגעת למספר המרבי ({0}).'],
]
