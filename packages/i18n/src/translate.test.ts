import { expect, test } from 'vitest'
import { dictionaryOf, isMissing } from './dictionary.ts'
import { type TextArgs, translate, translateMessage } from './translate.ts'

const rows = '{n, plural, one {שורה אחת} two {שתי שורות} other {# שורות}}'
const hebrew = dictionaryOf(
  [
    { source_text: 'Task', translated_text: 'משימה', language: 'he' },
    { source_text: 'Read', translated_text: 'קריאה', language: 'he' },
    { source_text: 'Read', translated_text: 'נקרא', language: 'he', context: 'status' },
    { source_text: '{0} {1} was not found.', translated_text: 'הרשומה {1} ({0}) לא נמצאה.' },
    { source_text: '{n, plural, one {# row} other {# rows}}', translated_text: rows },
    { source_text: 'Row {n}:', translated_text: 'שורה {n}:' },
    { source_text: 'Login', translated_text: 'Einloggen', language: 'de' },
    { source_text: 'In {0}', translated_text: 'ב-{0}' },
    { source_text: 'From {0} to {1}', translated_text: 'העברה מ-{0} ל־{1}' },
    { source_text: 'Self-{0}', translated_text: 'עצמי-{0}' },
  ],
  'he',
)
const inHebrew = (source: string, args?: TextArgs, context?: string) => translate(hebrew, source, args, 'he', context)
const inEnglish = (source: string, args?: TextArgs) => translate(new Map(), source, args, 'en')

test('a text is translated, in its context where the context has its own translation', () => {
  expect(inHebrew('Task')).toBe('משימה')
  expect(inHebrew('Read', undefined, 'status')).toBe('נקרא')
  expect(inHebrew('Read', undefined, 'email')).toBe('קריאה')
  expect(inHebrew('Login')).toBe('Login')
})

test('the later of two translations wins', () => {
  const entries = ['התחברות', 'כניסה'].map((translated_text) => ({ source_text: 'Login', translated_text }))
  expect(translate(dictionaryOf(entries, 'he'), 'Login', undefined, 'he')).toBe('כניסה')
})

test('placeholders are filled by position and by name, in the order of the translation', () => {
  expect(inHebrew('{0} {1} was not found.', [{ translate: 'Task' }, 'TASK-1'])).toBe('הרשומה TASK-1 (משימה) לא נמצאה.')
  expect(inEnglish('Type {id} to confirm', { id: 'demo' })).toBe('Type demo to confirm')
})

test('numbers are written in the locale, lists joined with commas', () => {
  expect(inEnglish('maximum {0}', [1000])).toBe('maximum 1,000')
  expect(inHebrew('{0}', [1234567.5])).toBe('1,234,567.5')
  expect(inHebrew('{0}', [[{ translate: 'Task' }, 'x', 1000]])).toBe('משימה, x, 1,000')
})

test.each<[string, TextArgs, string]>([
  ['In {0}', [{ translate: 'Task' }], 'במשימה'],
  ['In {0}', ['\u2068משימה\u2069'], 'ב\u2068משימה\u2069'],
  ['In {0}', ['Task'], 'ב-Task'],
  ['In {0}', [7], 'ב-7'],
  ['From {0} to {1}', ['חיפה', 'אילת'], 'העברה מחיפה לאילת'],
  ['From {0} to {1}', ['Acme', 'אילת'], 'העברה מ-Acme לאילת'],
  ['Self-{0}', ['משימה'], 'עצמי-משימה'],
])('a Hebrew prefix of one letter is joined to a Hebrew word alone: %s %o', (source, args, text) => {
  expect(inHebrew(source, args)).toBe(text)
})

test.each([
  [0, '0 שורות'],
  [1, 'שורה אחת'],
  [2, 'שתי שורות'],
  [5, '5 שורות'],
  [1200, '1,200 שורות'],
])('Hebrew plural of %i', (n, text) => {
  expect(inHebrew('{n, plural, one {# row} other {# rows}}', { n })).toBe(text)
})

test('English plural, with exact numbers and placeholders in the branches', () => {
  const source = '{n, plural, =0 {nothing} one {{name} has # row} other {{name} has # rows}}!'
  expect([0, 1, 2, 1000].map((n) => inEnglish(source, { n, name: 'Task' }))).toEqual([
    'nothing!',
    'Task has 1 row!',
    'Task has 2 rows!',
    'Task has 1,000 rows!',
  ])
})

test('braces in an argument are not read as a placeholder', () => {
  expect(inEnglish('{0} {1}', ['{1}', '$&'])).toBe('{1} $&')
})

test.each<[string, TextArgs]>([
  ['{0} and {1', ['a']],
  ['{', []],
  ['} {x} {', { y: 1 }],
  ['{n, plural, other}', { n: 1 }],
  ['{n, plural, one {a', { n: 1 }],
  ['{n, plural, one {a}}', { n: 5 }],
  ['{n, plural, other {#}}', { n: 'many' }],
  ['{constructor} {__proto__}', {}],
])('%s never throws and keeps what it cannot fill', (source, args) => {
  expect(inEnglish(source, args)).toBe(source.replace('{0}', 'a'))
})

test('a message follows its prefix', () => {
  const message = { text: '{0} {1} was not found.', args: [{ translate: 'Task' }, 'T'] }
  expect(translateMessage(hebrew, { ...message, prefix: { text: 'Row {n}:', args: { n: 3 } } }, 'he')).toBe(
    'שורה 3: הרשומה T (משימה) לא נמצאה.',
  )
  expect(translateMessage(new Map(), { ...message, prefix: { text: 'Row {n}:', args: { n: 3 } } }, 'en')).toBe(
    'Row 3: Task T was not found.',
  )
})

test('a text without translation needs globes, except in English and for names that nobody translates', () => {
  expect(isMissing(hebrew, 'Login', 'he')).toBe(true)
  expect(isMissing(hebrew, 'Task', 'he')).toBe(false)
  expect(isMissing(hebrew, 'Read', 'he', 'email')).toBe(false)
  expect(isMissing(hebrew, 'HQ', 'he')).toBe(false)
  expect(isMissing(new Map(), 'Login', 'en')).toBe(false)
})

test('a Hebrew text, such as a value of a list, is not marked as untranslated in Hebrew', () => {
  expect(isMissing(hebrew, 'תל אביב', 'he')).toBe(false)
  expect(isMissing(hebrew, 'טופס A', 'he')).toBe(false)
  expect(isMissing(hebrew, 'Tel Aviv', 'he')).toBe(true)
})
