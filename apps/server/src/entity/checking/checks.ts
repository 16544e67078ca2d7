import type { Engine } from '../engine.ts'
import { checkDerived } from './derived.ts'
import type { Findings } from './findings.ts'
import { checkFolds } from './folds.ts'
import { checkHistory } from './history.ts'
import { checkLinks } from './links.ts'
import { checkOperations } from './operations.ts'
import { checkSearch } from './search.ts'
import { checkSecrets } from './secrets.ts'
import { checkTableRows } from './table-rows.ts'
import { checkTables } from './tables.ts'
import { checkTrash } from './trash.ts'
import { checkUnique } from './unique.ts'

/** The engine's own checks of its data (reference: configuration, Check); `isDeep` reads more and takes longer. */
export const engineChecks: Readonly<Record<string, (engine: Engine, isDeep: boolean) => Promise<Findings>>> = {
  tables: checkTables,
  'table rows': checkTableRows,
  links: checkLinks,
  'unique values': checkUnique,
  'derived values': checkDerived,
  'folded texts': checkFolds,
  'search index': checkSearch,
  history: checkHistory,
  trash: checkTrash,
  operations: checkOperations,
  secrets: checkSecrets,
}
