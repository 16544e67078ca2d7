import { expect, test } from 'vitest'
import { timing } from './timing.ts'

test('the pauses of lists and of the socket have the agreed lengths', () => {
  expect(timing).toEqual({
    loadAhead: 3,
    loadFollowUp: 500,
    listRefetch: 300,
    veiledRefetch: 1000,
    laneRefetch: 60,
    sumsRefetch: 1000,
    countsRefetch: 5000,
    socketReconnectionAttempts: 5,
  })
})
