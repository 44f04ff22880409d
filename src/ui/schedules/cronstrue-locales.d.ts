/** Adds its language to cronstrue when it is loaded. */
declare module 'cronstrue/locales/de.js'
