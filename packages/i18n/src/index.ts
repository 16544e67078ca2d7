export { firstTranslations } from './catalogue/first.ts'
export {
  type Dictionary,
  dictionaryOf,
  dictionaryWithin,
  isMissing,
  lookUp,
  neverTranslated,
  type TranslationEntry,
} from './dictionary.ts'
export { formatDuration } from './duration.ts'
export { currencySuffix, type Direction, direction, formatNumber, type Language, localeOf } from './locale.ts'
export { pluralOf, titleCase } from './names.ts'
export { formatRelative } from './relative.ts'
export { type TextArg, type TextArgs, type TextMessage, translate, translateMessage } from './translate.ts'
export {
  formatDate,
  formatDateTime,
  formatMoment,
  formatTime,
  instantOf,
  type Precision,
  wallClock,
  wallMilliseconds,
} from './wall-clock.ts'
