import { expect, test } from 'vitest'
import { limits, screen } from './limits.ts'

test('the constants of the screen are those that were agreed on', () => {
  expect(screen).toEqual({
    rowHeight: 85,
    loadAhead: 3,
    loadFollowUp: 500,
    resizeDebounce: 500,
    uploadResizeDebounce: 250,
    uploadChunk: 5_000_000,
    uploadRetryDelays: [500, 1000, 3000],
    uploadParallel: 2,
    uploadMaxFiles: 1_000_000,
    announceAdded: 750,
    announceCleared: 1500,
    dragDuration: 150,
    logLines: 150,
    socketReconnectionAttempts: 5,
    listRefetch: 300,
    veiledRefetch: 1000,
  })
})

test('the limits of values, pages and calls are those that were agreed on', () => {
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
    filterListItems: 500,
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
