import { expect, test } from 'vitest'
import { catalogue, catalogueEntries, contractTexts } from './catalogue.ts'
import { dictionaryOf, lookUp } from './dictionary.ts'

test('holds every settled text', () => {
  expect(contractTexts).toHaveLength(755)
})

test('holds each text once, own texts included', () => {
  const keys = catalogue.map(([source, , context]) => `${source} (${context ?? ''})`)
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})

test('has Hebrew for every text, trimmed', () => {
  for (const row of catalogue) for (const text of row) expect(text).toBe(text?.trim())
  expect(catalogue.filter(([, hebrew]) => !/[\u05d0-\u05ea]/.test(hebrew)).map(([source]) => source)).toEqual(
    expect.arrayContaining(['Kubernetes', 'OAuth', 'SMTP', 'IMAP', 'GMail', 'Outlook.com', 'Yahoo Mail']),
  )
})

test('keeps every placeholder in the Hebrew', () => {
  const placeholders = (text: string) => (text.match(/\{\w+/g) ?? []).toSorted()
  for (const [source, hebrew] of catalogue.filter(([source]) => !source.includes('plural'))) {
    expect(placeholders(hebrew), source).toEqual(placeholders(source))
  }
})

test.each([
  ['Login', 'התחברות'],
  ['{0} {1} cannot be deleted because {2} {3} uses it.', 'אי אפשר למחוק את {1} ({0}) כי הרשומה {3} ({2}) משתמשת בה.'],
  ['Max File Size (MB)', 'גודל קובץ מרבי (מ״ב)'],
  ['KB', 'ק״ב'],
  ['Use HTTPS', 'שימוש ב-HTTPS'],
  [
    'The 24-hour window is closed. Only approved templates can be sent.',
    'חלון 24 השעות נסגר. אפשר לשלוח רק תבניות שאושרו.',
  ],
  ['Width', 'רוחב'],
  ['List Setting', 'העדפות רשימה'],
])('keeps the settled Hebrew of %s', (source, hebrew) => {
  expect(lookUp(dictionaryOf(catalogueEntries(), 'he'), source)).toBe(hebrew)
})

test.each([
  ['Read', undefined, 'קריאה'],
  ['Read', 'status', 'נקרא'],
  ['Medium', undefined, 'ערוץ'],
  ['Medium', 'priority', 'בינונית'],
  ['Error', 'status', 'שגיאה'],
  ['Open', 'status', 'פתוח'],
])('tells %s in the context %s apart', (source, context, hebrew) => {
  expect(lookUp(dictionaryOf(catalogueEntries(), 'he'), source, context)).toBe(hebrew)
})
