import { ApiError, toApiError } from '@tavla/client'
import { expect, test } from 'vitest'
import { metaFailure } from './meta-failure.ts'

test('a form without metadata tells no right, no entity and no answer apart, each with a next step', () => {
  expect(metaFailure(new ApiError(403, {}))).toEqual({ kind: 'noRight', step: 'Reload' })
  expect(metaFailure(new ApiError(404, {}))).toEqual({ kind: 'notFound', step: 'Reload' })
  expect(metaFailure(new ApiError(500, {}))).toEqual({ kind: 'failed', step: 'Retry' })
  expect(metaFailure(toApiError(new TypeError('no network')))).toEqual({ kind: 'failed', step: 'Retry' })
})
