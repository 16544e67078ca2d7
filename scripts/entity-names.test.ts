import path from 'node:path'
import { expect, test } from 'vitest'
import { foreignEntityNames } from './entity-names.ts'
import { makeTree } from './testing/make-tree.ts'

/** Names found in a small tree with the entities Task, Project and User, and one file of this content. */
function foundIn(file: string, content: string): string[] {
  const folder = 'apps/server/src/modules/sample/entities'
  const entity = (id: string) => [`${folder}/${id}.json`, { id, fields: [] }]
  return foreignEntityNames(
    makeTree({ ...Object.fromEntries(['Task', 'Project', 'User'].map(entity)), [file]: content }),
  )
}

test.each([
  ['packages/client/src/client.ts', "const calls = entity === 'User' ? people : entities", 'client'],
  ['packages/client/src/store/list.ts', 'const wanted = new Map([[`Task`, 1]])', 'client'],
  ['packages/client/src/store/list.ts', 'const wanted = { Task: 1 }', 'client'],
  ['packages/fields/src/link/link.ui.tsx', "type Named = 'Role' | 'Project'", 'fields'],
  ['packages/entity-ui/src/Form.tsx', "const isSpecial = meta.id === 'Project'", 'entity-ui'],
  ['packages/entity-ui/src/Form.tsx', 'export const Form = () => <Link entity="Task" />', 'entity-ui'],
  ['packages/ui/src/Button.tsx', "const task = 'Task'", 'ui'],
  ['packages/i18n/src/translate.ts', "const task = 'Task'", 'i18n'],
])('%s may not name %s', (file, content, room) => {
  expect(foundIn(file, content)).toEqual([
    expect.stringMatching(`^${file}:1 ${room} may not name the entity (Task|Project|User)$`),
  ])
})

test.each([
  ['packages/client/src/calls/users.ts', "const path = entityPath('User')"],
  ['packages/entity-ui/src/Form.tsx', 'export const Form = () => <Text source="Task" />'],
  ['packages/entity-ui/src/Form.tsx', "const label = t('Task')"],
  ['packages/entity-ui/src/Form.tsx', "const text = 'Tasks'"],
  ['packages/entity-ui/src/Form.test.tsx', "const task = 'Task'"],
  ['packages/i18n/src/catalogue/entities.ts', "const task = 'Task'"],
  ['apps/server/src/modules/sample/task.ts', "const task = 'Task'"],
])('%s may name %s', (file, content) => {
  expect(foundIn(file, content)).toEqual([])
})

test('every room names only the entities that it may know', () => {
  expect(foreignEntityNames(path.resolve(import.meta.dirname, '..'))).toEqual([])
})
