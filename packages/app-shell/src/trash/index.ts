export { EmptyTrash } from './EmptyTrash.tsx'
export { TrashWords } from './TrashWords.tsx'
export { useTrashParts } from './useTrashParts.tsx'
