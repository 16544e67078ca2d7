import { expect, test } from 'vitest'
import { mentionAt, mentionOf, mentionsIn, partsOf, storedText, typedText } from './note-text.ts'

const person = (user: string, name: string) => ({ user, name, canRead: true })
const noa = person('noa@example.com', 'Noa Bar')
const dan = person('dan@example.com', 'דן לוי (מכירות)')

test('a typed name is stored as an id, and shown as a name again', () => {
  const text = 'שאלה אל @דן לוי (מכירות), and @Noa Bar: is it @Noa Barak?'
  const kept = 'שאלה אל @[dan@example.com], and @[noa@example.com]: is it @Noa Barak?'
  expect(storedText(text, [noa, dan])).toBe(kept)
  expect(typedText(kept, [noa, dan])).toBe(text)
  expect(mentionsIn('Only @Noa Bar', [noa, dan])).toEqual([noa])
  expect(storedText(' @Noa Bar @[x] ', [])).toBe('@Noa Bar @[x]')
})

test('of two people with one name, the later one bears the id, and is not taken for the first', () => {
  const other = mentionOf({ user: 'noa2@example.com', full_name: 'Noa  [Bar]', can_read: 0 }, [noa])
  expect(other).toEqual({ user: 'noa2@example.com', name: 'Noa Bar (noa2@example.com)', canRead: false })
  const text = `@Noa Bar and @${other.name}`
  expect(storedText(text, [noa, other])).toBe('@[noa@example.com] and @[noa2@example.com]')
})

test('a stored text has parts, and an unknown id stays text', () => {
  const people = [{ user: 'noa@example.com', full_name: 'Noa Bar' }]
  expect(partsOf('Ask @[Noa@example.com] or @[nobody]', people)).toEqual([
    { text: 'Ask ' },
    { user: 'Noa@example.com', name: 'Noa Bar' },
    { text: ' or @[nobody]' },
  ])
})

test('a mention begins behind an @ that begins a word', () => {
  const at = (text: string) => mentionAt(text, text.length)
  expect(at('@')).toEqual({ start: 0, typed: '' })
  expect(at('ask (@no')).toEqual({ start: 5, typed: 'no' })
  expect(at('@Noa Ba')).toEqual({ start: 0, typed: 'Noa Ba' })
  expect(at('לשאול את @דן')).toEqual({ start: 9, typed: 'דן' })
  expect(['noa@example', '@Noa \n', '@[x', 'plain', '@@'].map(at)).toEqual(Array(5).fill(undefined))
})
