import type { CatalogueRow } from '../catalogue-row.ts'

/** Work without a network: copies for reading, changes that wait, the installed app. */
export const offlineOwnTexts: readonly CatalogueRow[] = [['A new version is ready.', 'גרסה חדשה מוכנה.']]
