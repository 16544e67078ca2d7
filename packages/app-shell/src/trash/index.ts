export { EmptyTrash } from './EmptyTrash.tsx'
export { RestoreAll } from './RestoreAll.tsx'
export { TrashWords } from './TrashWords.tsx'
export { useTrashParts } from './useTrashParts.tsx'
