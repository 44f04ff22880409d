/** The name under which the source keeps its log for the mirror of a flow. */
export const slotName = (flowId: string): string => `millrace_${flowId.replaceAll('-', '')}`
