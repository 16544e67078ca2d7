/**
 * Copies that stay readable without a network (reference: screens, Without a network). This part is loaded after the first list,
 * or when the application cannot be started otherwise, and never by the sign-in screens.
 */
export { wipeCopies } from './copies-of-site.ts'
export { keepAnswers, type OpenCopies } from './keep-answers.ts'
