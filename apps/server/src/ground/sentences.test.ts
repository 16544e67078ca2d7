import { dictionaryOf } from '@tavla/i18n'
import { catalogueEntries } from '@tavla/i18n/catalogue'
import { expect, test } from 'vitest'
import { joinSentences, keepSentence, plainSentence, tellSentence, tellsSentence } from './sentences.ts'

const entries = catalogueEntries()
const site = { translations: { dictionaryNow: (language: string) => dictionaryOf(entries, language) } }

test('a kept sentence is told to each reader in their language', () => {
  const kept = keepSentence({ text: 'The address {0} cannot be used ({1}).', args: ['10.0.0.1', 'EADDRNOTAVAIL'] })
  expect(tellSentence(site, kept, 'en')).toBe('The address 10.0.0.1 cannot be used (EADDRNOTAVAIL).')
  expect(tellSentence(site, kept, 'he')).toBe('אי אפשר להשתמש בכתובת 10.0.0.1 (EADDRNOTAVAIL).')
  expect(plainSentence(kept)).toBe('The address 10.0.0.1 cannot be used (EADDRNOTAVAIL).')
  const restart = keepSentence({ text: 'Restart {0} of {1}', args: [2, 5] })
  expect(tellSentence(site, restart, 'he')).toBe('הפעלה חוזרת 2 מתוך 5')
})

test('two sentences are told one after the other, and a word in one in its own translation', () => {
  const broken = { text: 'The site did not start: {0}', args: ['line one\nline two'] }
  const kept = keepSentence({ prefix: broken, text: '{0} is required', args: [{ translate: 'Password' }] })
  expect(tellSentence(site, kept, 'en')).toBe('The site did not start: line one\nline two Password is required')
  expect(tellSentence(site, kept, 'he')).toBe('האתר לא עלה: line one\nline two יש למלא את השדה סיסמה')
  const twice = joinSentences([keepSentence(broken), keepSentence(broken)])
  expect(tellSentence(site, twice, 'he')).toBe('האתר לא עלה: line one\nline two')
})

test('a record goes out with its sentence in the language of its reader', () => {
  const present = tellsSentence(site, 'error')
  const error = keepSentence({ text: 'The site did not start: {0}', args: ['x'] })
  expect(present({ id: '1', error }, { language: 'he' })).toEqual({ id: '1', error: 'האתר לא עלה: x' })
  expect(present({ id: '1', error: null }, { language: 'he' })).toEqual({ id: '1', error: null })
})

test('values mean nothing but themselves', () => {
  const kept = keepSentence({ text: 'The site did not start: {0}', args: ['{0} $& \u2068x\u2069'] })
  expect(tellSentence(site, kept, 'en')).toBe('The site did not start: {0} $& x')
  expect(tellSentence(site, kept, 'he')).toBe('האתר לא עלה: {0} $& x')
})

test('what has no translation, was cut or is not there does no harm', () => {
  expect(tellSentence(site, 'Put here by hand', 'he')).toBe('Put here by hand')
  const long = keepSentence({ text: 'The site did not start: {0}', args: ['x'.repeat(2000)] })
  expect(long).toHaveLength(1000)
  expect(tellSentence(site, long, 'he')).toContain('xxx')
  for (const none of [null, undefined, '', 0]) expect(tellSentence(site, none, 'he')).toBeNull()
})
