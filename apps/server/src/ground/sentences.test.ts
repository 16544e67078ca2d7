import { dictionaryOf } from '@tavla/i18n'
import { catalogueEntries } from '@tavla/i18n/catalogue'
import { expect, test } from 'vitest'
import { encodeSentence, joinSentences, plainSentence, sentencePresenter, translateSentence } from './sentences.ts'

const entries = catalogueEntries()
const site = { translations: { dictionaryNow: (language: string) => dictionaryOf(entries, language) } }

test('a stored sentence is shown to each reader in their language', () => {
  const kept = encodeSentence({ text: 'The address {0} cannot be used ({1}).', args: ['10.0.0.1', 'EADDRNOTAVAIL'] })
  expect(translateSentence(site, kept, 'en')).toBe('The address 10.0.0.1 cannot be used (EADDRNOTAVAIL).')
  expect(translateSentence(site, kept, 'he')).toBe('אי אפשר להשתמש בכתובת 10.0.0.1 (EADDRNOTAVAIL).')
  expect(plainSentence(kept)).toBe('The address 10.0.0.1 cannot be used (EADDRNOTAVAIL).')
  const restart = encodeSentence({ text: 'Restart {0} of {1}', args: [2, 5] })
  expect(translateSentence(site, restart, 'he')).toBe('הפעלה חוזרת 2 מתוך 5')
})

test('two sentences are shown one after the other, and a word in one in its own translation', () => {
  const broken = { text: 'The site did not start: {0}', args: ['line one\nline two'] }
  const kept = encodeSentence({ prefix: broken, text: '{0} is required', args: [{ translate: 'Password' }] })
  expect(translateSentence(site, kept, 'en')).toBe('The site did not start: line one\nline two Password is required')
  expect(translateSentence(site, kept, 'he')).toBe('האתר לא עלה: line one\nline two יש למלא את השדה סיסמה')
  const twice = joinSentences([encodeSentence(broken), encodeSentence(broken)])
  expect(translateSentence(site, twice, 'he')).toBe('האתר לא עלה: line one\nline two')
})

test('a record is returned with its sentence in the language of its reader', () => {
  const present = sentencePresenter(site, 'error')
  const error = encodeSentence({ text: 'The site did not start: {0}', args: ['x'] })
  expect(present({ id: '1', error }, { language: 'he' })).toEqual({ id: '1', error: 'האתר לא עלה: x' })
  expect(present({ id: '1', error: null }, { language: 'he' })).toEqual({ id: '1', error: null })
})

test('values have no special meaning', () => {
  const kept = encodeSentence({ text: 'The site did not start: {0}', args: ['{0} $& \u2068x\u2069'] })
  expect(translateSentence(site, kept, 'en')).toBe('The site did not start: {0} $& x')
  expect(translateSentence(site, kept, 'he')).toBe('האתר לא עלה: {0} $& x')
})

test('a sentence that is untranslated, cut or missing does no harm', () => {
  expect(translateSentence(site, 'Put here by hand', 'he')).toBe('Put here by hand')
  const long = encodeSentence({ text: 'The site did not start: {0}', args: ['x'.repeat(2000)] })
  expect(long).toHaveLength(1000)
  expect(translateSentence(site, long, 'he')).toContain('xxx')
  for (const none of [null, undefined, '', 0]) expect(translateSentence(site, none, 'he')).toBeNull()
})
