/**
 * Attributes of a control that the page's script enables. Without the second, Firefox would enable it before, after a
 * reload: it brings back what a control was.
 */
export const untilScript = { disabled: true, autocomplete: 'off' } as const;
