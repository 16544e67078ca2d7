import { expect, test } from 'vitest'
import { strayStoredNames } from './stored-names.ts'
import { makeTree } from './testing/make-tree.ts'

const stray = (file: string, code: string) => strayStoredNames(makeTree({ [file]: code }))
const module = 'apps/server/src/modules/email/x.ts'

test.each([
  ['tx.get(sql`select c_status from mail where id = 1`)', 'writes the stored name c_status'],
  ["const fold = 'f_title'", 'writes the stored name f_title'],
  ['run(`delete from "e_task" where id = ?`)', 'writes the stored name e_task'],
  ['sql.table(model.table.name)', 'takes a stored name from a model'],
  ["const { table } = engine.models.require('Task')", 'takes a stored name from a model'],
  ["const name = model.byName.get('title')?.column", 'takes a stored name from a model'],
])('%s is refused outside the engine', (code, wrong) => {
  expect(stray(module, `\n${code}`)).toEqual([expect.stringMatching(`^${module}:2 ${wrong}`)])
})

test.each([
  ['apps/server/src/entity/reading/x.ts', 'const { name } = model.table; sql.id(model.table.name, `c_status`)'],
  [module, "const { table, field } = sqlOf(engine, 'Task')\nsql.join([table, field('status')])"],
  [module, "const text = 'src_file e_ c_'; const { name } = table"],
  ['apps/server/src/modules/email/x.test.ts', 'sql`select c_status from mail`'],
])('%s may contain %s', (file, code) => {
  expect(stray(file, code)).toEqual([])
})
