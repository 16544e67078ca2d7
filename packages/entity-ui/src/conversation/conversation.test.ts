import type { EntityRecord } from '@tavla/contract'
import { expect, test } from 'vitest'
import { hasColours, isLaidOut } from './mail-content.ts'
import { directionOf, reactionOf } from './message.ts'
import { fillTemplate, kindOfFile, placeholdersIn } from './whatsapp-content.ts'

const message = (values: Record<string, unknown>): EntityRecord => ({
  ...{ id: 'a', communication_medium: 'WhatsApp', sent_or_received: 'Received' },
  communication_date: '2026-01-05 10:00:00.000000',
  ...values,
})

test('a template shows its values, and keeps placeholders without a value', () => {
  expect(placeholdersIn('Hello {{1}}, order {{2}} of {{1}}')).toBe(2)
  expect(fillTemplate('Hello {{1}}, order {{2}}', ['Noa', ' '])).toBe('Hello Noa, order {{2}}')
})

test('the type of a file decides the kind of its message', () => {
  expect(['image/png', 'video/mp4', 'audio/ogg', 'application/pdf', ''].map(kindOfFile)).toEqual([
    ...['image', 'video', 'audio'],
    ...['document', 'document'],
  ])
})

test('a mail with layout gets a frame, and a mail with colours white paper', () => {
  expect(isLaidOut('<p>Two <b>cakes</b><br>please</p>')).toBe(false)
  expect(isLaidOut('<p><a href="https://bakery.example">See</a></p>')).toBe(true)
  expect(isLaidOut('<p style="color:red">Now</p>')).toBe(true)
  expect(hasColours('<table><tr><td style="width:2px; background-color:#fff">1</td></tr></table>', false)).toBe(true)
  expect(hasColours('<table border="1"><tr><td style="width:2px">colour: red</td></tr></table>', false)).toBe(false)
  const picture = '<p>See <img alt="a" data-remote-src="https://x.example/a.png" /></p>'
  expect([hasColours(picture, false), hasColours(picture, true)]).toEqual([false, true])
})

test('a subject has the direction of its own words, without its prefixes', () => {
  expect(['Re: הזמנה', 'RE: Fwd: הזמנה', 'Re: Order', 'Order', 'הזמנה'].map(directionOf)).toEqual([
    ...['rtl', 'rtl', 'ltr', 'auto', 'auto'],
  ])
})

test('a single emoji as an answer is a reaction; words or several emoji are not', () => {
  const said = (text_content: string) => reactionOf(message({ text_content, in_reply_to: 'a' }))
  expect(['❤️', '❤', '👍🏽', '👨‍👩‍👧', '🇮🇱'].map(said)).toEqual(['❤️', '❤', '👍🏽', '👨‍👩‍👧', '🇮🇱'])
  expect(['ok', '👍 ok', '👍👍', '', '3'].map(said)).toEqual(['', '', '', '', ''])
  expect(reactionOf(message({ text_content: '👍' }))).toBe('')
})
