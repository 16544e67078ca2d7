import path from 'node:path'
import { expect, test } from 'vitest'
import { catalogueEntries } from '../packages/i18n/src/catalogue.ts'
import { dictionaryOf, isMissing, neverTranslated } from '../packages/i18n/src/index.ts'
import { makeTree } from './testing/make-tree.ts'
import { type FoundText, findTexts } from './texts.ts'

const root = path.resolve(import.meta.dirname, '..')
const hebrew = dictionaryOf(catalogueEntries(), 'he')
const found = findTexts(root)

/** Protocol answers, the same in every language (reference: texts, Languages). */
const protocol = new Set(['Logged In', 'Logged Out'])

test('the scan finds texts in every syntax that shows them', () => {
  const code = `
    import { Dialog } from '@tavla/ui'
    t('Saved'); t(isNew ? 'Create' : 'Save'); i18n.t('Read', undefined, 'status')
    const page = <Text source="New {0}" args={[x]} />
    const marked = <Text source={isOpen ? 'Close' : 'Open'} context="status" />
    const tab = { label: 'Logs', key: 'logs' }
    const refusals = { read: 'No right to view {0}.', wait: 'Wait a moment.' }
    const bare = <p aria-label="Help" className="wide">Plain words &nbsp; 12</p>
    const plain = <Dialog title="Ask"><OurField label="Owner" /></Dialog>`
  const server = `
    throw new Problem(409, 'InvalidStateError', 'Not Possible Now', { text: 'The server {0} is full.' })
    throw invalid('The file is empty'); problem({ text: 'Row {n}:', args: [{ translate: 'Task' }] })`
  const task = { fieldname: 'state', fieldtype: 'Select', label: 'State', options: 'New\nReady', field_group: 'Effort' }
  const root = makeTree({
    'apps/desk/src/Page.tsx': code,
    'apps/server/src/entity/write.ts': server,
    'apps/server/src/modules/sample/entities/Task Item.json': { id: 'Task Item', fields: [task] },
  })
  const inContext = ({ text, context }: FoundText) => (context ? `${text} (${context})` : text)
  const texts = findTexts(root)
  expect(texts.filter(({ isRaw }) => isRaw).map(inContext)).toEqual(['Help', 'Plain words   12', 'Ask'])
  expect(new Set(texts.filter(({ isRaw }) => !isRaw).map(inContext))).toEqual(
    new Set([
      ...['Saved', 'Create', 'Save', 'Read (status)', 'New {0}', 'Close (status)', 'Open (status)', 'Logs', 'Owner'],
      ...[
        'No right to view {0}.',
        'Wait a moment.',
        'Not Possible Now',
        'The server {0} is full.',
        'The file is empty',
        'Row {n}:',
        'Task',
      ],
      ...['Task Item', 'State', 'New (state)', 'Ready (state)', 'Effort'],
    ]),
  )
})

test('every text of the product has its Hebrew', () => {
  const missing = found.filter(
    ({ text, context, isRaw }) => !isRaw && !protocol.has(text) && isMissing(hebrew, text, 'he', context),
  )
  expect(missing.map(({ text, where }) => `${where} ${text}`)).toEqual([])
})

test('no text reaches the screen without the translator', () => {
  const raw = found.filter(({ text, isRaw }) => isRaw && !neverTranslated.has(text))
  expect(raw.map(({ text, where }) => `${where} ${text}`)).toEqual([])
})
