export { EntityRows } from './EntityRows.tsx'
export { RecordsScreen, type RecordsScreenProps } from './RecordsScreen.tsx'
export { useListAddress } from './useListAddress.ts'
