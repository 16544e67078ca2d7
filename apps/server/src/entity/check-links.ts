import type { Tx } from '../store/store.ts'
import type { Engine } from './engine.ts'
import { type Field, type Model, targetField } from './model.ts'
import type { Place, Problems } from './problems.ts'
import type { StoredRow } from './rows.ts'

/** Notes every changed link whose target isn't there, and every file value that names no file (contract 3.5). */
export async function checkLinks(
  engine: Engine,
  tx: Tx,
  model: Model,
  row: Readonly<StoredRow>,
  before: Readonly<StoredRow> | null,
  problems: Problems,
  at: Place = {},
): Promise<void> {
  const changed = (field: Field) => !before || before[field.name] !== row[field.name]
  for (const field of model.stored) {
    const value = row[field.name]
    if (value === null || value === undefined || value === '') continue
    if (field.kind === 'file') {
      if (changed(field)) await checkFile(engine, tx, field, String(value), problems, at)
    } else if (field.type.links !== undefined) {
      const naming = targetField(model, field)
      if (changed(field) || (naming && changed(naming))) {
        await checkLink(engine, tx, field, naming, row, String(value), problems, at)
      }
    }
  }
}

async function checkLink(
  engine: Engine,
  tx: Tx,
  field: Field,
  naming: Field | undefined,
  row: Readonly<StoredRow>,
  id: string,
  problems: Problems,
  at: Place,
): Promise<void> {
  const target = naming ? row[naming.name] : field.rule.options
  if (naming && !target) {
    problems.note(
      field.name,
      { text: 'Set {0} first', args: [{ translate: naming.rule.label }] },
      'LinkValidationError',
      at,
    )
    return
  }
  const model = engine.models.get(String(target ?? ''))
  const found = model && model.kind !== 'Table' && (await engine.rows(model).exists(tx, id))
  if (!found) noteMissing(field, id, problems, at)
}

async function checkFile(
  engine: Engine,
  tx: Tx,
  field: Field,
  url: string,
  problems: Problems,
  at: Place,
): Promise<void> {
  const files = engine.models.get('File')
  if (!files || /^https?:\/\//i.test(url)) return
  const sql = `select 1 as found from "${files.table.name}" where c_file_url = `
  const found = await tx.get(`${sql}${engine.store.dialect.name === 'sqlite' ? '?' : '$1'}`, [url])
  if (!found) noteMissing(field, url, problems, at)
}

function noteMissing(field: Field, value: string, problems: Problems, at: Place): void {
  const args = [{ translate: field.rule.label }, value]
  problems.note(field.name, { text: 'Could not find {0}: {1}', args }, 'LinkValidationError', at)
}
