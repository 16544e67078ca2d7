import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import {
  addTranslation,
  ErrorMessage,
  errorMessage,
  scopeOf,
  setLanguage,
  sourceOf,
  Text,
  TextScope,
  t,
  useI18n,
} from './react.ts'
import { subscribe } from './store.ts'

const dictionary = [{ source_text: 'New {0}', translated_text: 'יצירת {0}', language: 'he' }]

beforeEach(() => setLanguage('en'))

function Page() {
  const { direction, language } = useI18n()
  return (
    <p lang={language} dir={direction}>
      <Text source="New {0}" args={['X']} />
    </p>
  )
}

test("a text is drawn in the page's language, in an element that names its source", () => {
  setLanguage('he', dictionary)
  expect(renderToStaticMarkup(<Page />)).toBe(
    '<p lang="he" dir="rtl"><span data-source="New {0}">יצירת <bdi>X</bdi></span></p>',
  )
})

test('arguments of a text keep their own direction and their characters', () => {
  setLanguage('he', [{ source_text: '{a}: {b}', translated_text: '{b} של {a}', language: 'he' }])
  const args = { a: 'image/*', b: [{ translate: 'Tasks' }, 'C++', 1200] }
  const drawn = '<bdi>C++</bdi>, 1,200 של <bdi>image/*</bdi>'
  expect(renderToStaticMarkup(<Text source="{a}: {b}" args={args} />)).toBe(
    `<span data-source="{a}: {b}">Tasks, ${drawn}</span>`,
  )
})

test('a text without translation stands between two globes', () => {
  const globe = '<span class="globe">🌐</span>'
  setLanguage('he', dictionary)
  expect(renderToStaticMarkup(<Text source="Login" />)).toBe(
    `<span data-untranslated="" data-source="Login" title="Click to translate">${globe}Login${globe}</span>`,
  )
})

test('the sentence of a failed call is translated when it is local, and stays as it is when the server sent it', () => {
  setLanguage('he', [{ source_text: 'Something went wrong', translated_text: 'משהו השתבש', language: 'he' }])
  const own = { message: 'Something went wrong', isLocal: true }
  const said = { message: 'Something went wrong', isLocal: false }
  expect(errorMessage(own, t)).toBe('משהו השתבש')
  expect(errorMessage(said, t)).toBe('Something went wrong')
  expect(renderToStaticMarkup(<ErrorMessage error={own} />)).toBe(
    '<span data-source="Something went wrong">משהו השתבש</span>',
  )
  expect(renderToStaticMarkup(<ErrorMessage error={said} />)).toBe('Something went wrong')
})

test('inside an entity a text has its own translation, else that of everywhere, and a given context goes first', () => {
  const of = (source_text: string, translated_text: string, context?: string) => ({
    ...{ source_text, translated_text, language: 'he' },
    ...(context !== undefined && { context }),
  })
  const entries = [
    of('Total', 'סך הכול'),
    of('Total', 'סה״כ', 'Quote'),
    of('Sent', 'נשלח', 'status'),
    of('Sent', 'נשלחה', 'Quote'),
  ]
  setLanguage('he', entries)
  const draw = (node: ReactNode) => renderToStaticMarkup(<TextScope value={scopeOf('Quote')}>{node}</TextScope>)
  expect(draw(<Text source="Total" />)).toBe('<span data-source="Total" data-context="Quote">סה״כ</span>')
  expect(renderToStaticMarkup(<Text source="Total" />)).toBe('<span data-source="Total">סך הכול</span>')
  expect(draw(<Text source="Sent" context="status" />)).toBe(
    '<span data-source="Sent" data-context="status">נשלח</span>',
  )
  expect(draw(<Text source="Sent" context="kind" />)).toBe('<span data-source="Sent" data-context="Quote">נשלחה</span>')
  expect(draw(<Text source="{0}: {1}" args={[{ translate: 'Total' }, [{ translate: 'Sent' }]]} />)).toContain(
    'סה״כ: נשלחה',
  )
  expect(scopeOf('Quote')).toBe(scopeOf('Quote'))
})

test('no text is marked in English, nor before the dictionary has loaded', () => {
  const plain = '<span data-source="Login">Login</span>'
  expect(renderToStaticMarkup(<Text source="Login" />)).toBe(plain)
  setLanguage('he')
  expect(renderToStaticMarkup(<Text source="Login" />)).toBe(plain)
})

test('a saved correction shows at once, and listeners hear of it', () => {
  setLanguage('he', dictionary)
  let heard = 0
  const stop = subscribe(() => heard++)
  addTranslation({ source_text: 'Login', translated_text: 'כניסה', language: 'he' })
  addTranslation({ source_text: 'Login', translated_text: 'Log in', language: 'en' })
  stop()
  expect(heard).toBe(1)
  expect(t('Login')).toBe('כניסה')
  expect(t('New {0}', ['Y'])).toBe('יצירת Y')
})

test('numbers and signs are never marked', () => {
  setLanguage('he', dictionary)
  expect(renderToStaticMarkup(<Text source="100%" />)).toBe('<span data-source="100%">100%</span>')
})

test('setting the same texts again renders nothing', () => {
  setLanguage('he', dictionary)
  let heard = 0
  const stop = subscribe(() => heard++)
  setLanguage('he', dictionary)
  expect(heard).toBe(0)
  setLanguage('he', [{ source_text: 'New {0}', translated_text: 'חדש: {0}', language: 'he' }])
  stop()
  expect(heard).toBe(1)
})

test('the source of a text in an attribute can be found', () => {
  setLanguage('he', dictionary)
  expect(sourceOf(t('New {0}', ['X'], 'title'))).toEqual({ source: 'New {0}', context: 'title' })
  expect(sourceOf('Noa')).toBeUndefined()
})
