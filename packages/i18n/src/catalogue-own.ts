import { backupOwnTexts } from './catalogue-own/backup.ts'
import { cloneOwnTexts } from './catalogue-own/clone.ts'
import { consoleOwnTexts } from './catalogue-own/console.ts'
import { conversationOwnTexts } from './catalogue-own/conversation.ts'
import { editorOwnTexts } from './catalogue-own/editor.ts'
import { exportOwnTexts } from './catalogue-own/export.ts'
import { fleetOwnTexts } from './catalogue-own/fleet.ts'
import { frameOwnTexts } from './catalogue-own/frame.ts'
import { hostingOwnTexts } from './catalogue-own/hosting.ts'
import { importOwnTexts } from './catalogue-own/import.ts'
import { importScreenTexts } from './catalogue-own/import-screen.ts'
import { mailOwnTexts } from './catalogue-own/mail.ts'
import { offlineOwnTexts } from './catalogue-own/offline.ts'
import { operationsOwnTexts } from './catalogue-own/operations.ts'
import { recordsOwnTexts } from './catalogue-own/records.ts'
import { restoreOwnTexts } from './catalogue-own/restore.ts'
import { sampleOwnTexts } from './catalogue-own/sample.ts'
import { securityOwnTexts } from './catalogue-own/security.ts'
import { tableOwnTexts } from './catalogue-own/tables.ts'
import { trashOwnTexts } from './catalogue-own/trash.ts'
import { whatsappOwnTexts } from './catalogue-own/whatsapp.ts'
import { workOwnTexts } from './catalogue-own/work.ts'
import type { CatalogueRow } from './catalogue-row.ts'

/**
 * The product's texts beyond the settled ones. To add a text, append its row to the file of its part
 * (`catalogue-own/`), as `['English', 'Hebrew']` or, where one English text has two meanings, `['English', 'Hebrew',
 * 'context']`; a test fails on any text of the product that stands in neither list. Keep placeholders (`{0}`, `{name}`)
 * as they are.
 */
export const ownTexts: readonly CatalogueRow[] = [
  ...offlineOwnTexts,
  ...operationsOwnTexts,
  ...recordsOwnTexts,
  ...frameOwnTexts,
  ...consoleOwnTexts,
  ...hostingOwnTexts,
  ...fleetOwnTexts,
  ...backupOwnTexts,
  ...cloneOwnTexts,
  ...editorOwnTexts,
  ...exportOwnTexts,
  ...mailOwnTexts,
  ...whatsappOwnTexts,
  ...conversationOwnTexts,
  ...securityOwnTexts,
  ...trashOwnTexts,
  ...importOwnTexts,
  ...importScreenTexts,
  ...tableOwnTexts,
  ...workOwnTexts,
  ...restoreOwnTexts,
  ...sampleOwnTexts,
]
