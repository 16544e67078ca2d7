import { loadFieldTypes } from '@tavla/fields/server'
import { expect, test } from 'vitest'
import { hasFormula, storageKind } from './field-kinds.ts'

test('the editor knows of each type what the server says', async () => {
  const types = await loadFieldTypes()
  for (const [name, type] of types) {
    expect(storageKind(name), name).toBe(type.kind)
    expect(hasFormula(name), name).toBe(type.formula !== undefined)
  }
})
