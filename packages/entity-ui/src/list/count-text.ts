import type { ListInfo } from '@tavla/client'

/** The number of matching records; with a plus when there may be more. */
export const countText = ({ totalCount, isAtLeast }: ListInfo, formatNumber: (value: number) => string): string =>
  `${formatNumber(totalCount)}${isAtLeast ? '+' : ''}`
