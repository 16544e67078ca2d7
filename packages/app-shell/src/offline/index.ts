export { dropCopies, keepCopies, openCopies } from './copies.ts'
