/** Ends the process with the reason, without a stack trace, when a step of the preparation fails. */
export async function orExplain(steps) {
  try {
    await steps()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}
