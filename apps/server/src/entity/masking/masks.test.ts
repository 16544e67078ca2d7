import { expect, test } from 'vitest'
import { Masks } from './masks.ts'

const masks = new Masks(Buffer.alloc(32, 7))
const text = (value: string) => masks.text(value, false)
const name = (value: string) => masks.text(value, true)

test('a text gets one of its length, script, case and kind, and the same text the same one', () => {
  for (const value of [
    'Dana Cohen, 12 Main St.',
    'דנה כהן, הרצל 12',
    'Дарья ул. 5',
    'أحمد',
    'Ünal Özgür',
    '李小龙',
    'x',
  ]) {
    const mask = text(value)
    const shape = (one: string) =>
      one
        .replace(/\p{Lu}/gu, 'A')
        .replace(/\p{Ll}/gu, 'a')
        .replace(/\p{N}/gu, '0')
        .replace(/\p{Lo}/gu, 'o')
    expect([value, mask.length, shape(mask)]).toEqual([value, value.length, shape(value)])
    expect(mask).not.toBe(value)
    expect(text(value)).toBe(mask)
  }
  expect(text('דנה')).toMatch(/^\p{Script=Hebrew}{3}$/u)
  expect(text('   ')).toBe('   ')
})

test('names, addresses, numbers and web addresses stay what they are', () => {
  expect(name('Dana Cohen')).toMatch(/^\p{Script=Latin}+ \p{Script=Latin}+/u)
  expect(name('דנה כהן')).toMatch(/^[א-ת]+ [א-ת]+/)
  expect(name('Дарья')).toMatch(/^\p{Script=Cyrillic}+ \p{Script=Cyrillic}+/u)
  // A name that stands in another field, too, has one mask.
  expect(text('Dana Cohen')).toBe(name('Dana Cohen'))
  expect(text('dana@example.com')).toMatch(/^p[a-z0-9]{10}@masked\.invalid$/)
  expect(text('+972 (54) 123-4567')).toMatch(/^\+000 \(\d\d\) \d{3}-\d{4}$/)
  expect(text('https://dana.example/a?b=1')).toMatch(/^https:\/\/[a-z]{4}\.[a-z]{7}\/[a-z]\?[a-z]=\d$/)
  expect(text('<p title="Dana">Dana &amp; Co</p>')).toMatch(/^<p>[A-Z][a-z]{3} &amp; [A-Z][a-z]<\/p>$/)
  // A text that only looks like HTML is one, too.
  expect(text('Dana <dana@example.com>')).not.toMatch(/dana|example/i)
  expect(text('<Dana> <!-- Dana --> &Dana;')).toMatch(/^<\w{4}> <!-- \w{4} --> &\w{4};$/)
  expect(text('<Dana> <!-- Dana --> &Dana;')).not.toMatch(/Dana/i)
  expect(text('<i>&#1491;&#1504;</i>')).not.toContain('1491')
  expect(text('🦩🪕')).toMatch(/^\p{So}{2}$/u)
  expect(text('🦩🪕')).not.toBe('🦩🪕')
})

test('different values have different masks, though there are few letters, names and days', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('').map(text)
  expect(new Set(letters.map((mask) => mask.toLowerCase())).size).toBe(26)
  const people = Array.from({ length: 3000 }, (_, n) => name(`Person ${n}`))
  expect(new Set(people.map((mask) => mask.toLowerCase())).size).toBe(3000)
  const phones = Array.from({ length: 1000 }, (_, n) => text(`0${5000 + n}`))
  expect(new Set(phones).size).toBe(1000)
  const days = Array.from({ length: 366 }, (_, n) => new Date(Date.UTC(1984, 0, 1 + n)).toISOString().slice(0, 10))
  const moved = days.map((day) => masks.moment(day))
  expect(moved.toSorted()).toEqual(days)
})

test('a moment stays in its year, and has another time', () => {
  expect(masks.moment('1991-12-31 23:59:59.000000')).toMatch(/^1991-\d\d-\d\d \d\d:\d\d:\d\d\.000000$/)
})
