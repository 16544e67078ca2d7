import { expect, test } from 'vitest'
import { limits } from './limits.ts'

test('the limits of values, pages and calls have the agreed numbers', () => {
  expect(limits).toMatchObject({
    dataLength: 140,
    attachLength: 500,
    smallTextLength: 1_000,
    textLength: 1_000_000,
    maxNumber: 9.007e15,
    entityNameLength: 61,
    tableRows: 500,
    bulkItems: 500,
    filterConditions: 50,
    filterDepth: 5,
    filterListItems: 500,
    aggregates: 10,
    orderByNames: 4,
    pageDefault: 20,
    pageCap: 500,
    linkSuggestions: 20,
    translationLength: 5_000,
    passwordLength: 512,
    socketRooms: 200,
    socketEventsPerSecond: 50,
  })
})
