// Does whoever looks at the screen want things to keep still? Then motion cuts to its end.

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
