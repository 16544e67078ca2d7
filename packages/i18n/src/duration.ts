import { formatNumber } from './locale.ts'

/**
 * A duration in seconds for people: `1d 2h 3m 4s`, `1 י׳ 2 ש׳ 3 דק׳ 4 שנ׳`, `0s`, `-5m` (reference: texts, Dates and
 * numbers). NaN and infinity count as 0.
 */
export function formatDuration(seconds: number, language: string): string {
  const total = Number.isFinite(seconds) ? Math.trunc(Math.abs(seconds)) : 0
  const amounts = [Math.floor(total / 86_400), Math.floor(total / 3600) % 24, Math.floor(total / 60) % 60, total % 60]
  const units = language === 'he' ? hebrewUnits : englishUnits
  const parts = amounts.flatMap((amount, i) => (amount > 0 ? [formatNumber(amount, language) + units[i]] : []))
  if (parts.length === 0) return `0${units[3]}`
  return (seconds < 0 ? '-' : '') + parts.join(' ')
}

const englishUnits = ['d', 'h', 'm', 's'] as const
const hebrewUnits = [' י׳', ' ש׳', ' דק׳', ' שנ׳'] as const
