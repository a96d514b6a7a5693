/** The lists whose changes can be listened to, in the order in which they are told. */
export const LIST_NAMES = ["tools", "prompts", "resources"] as const;

/** One of {@link LIST_NAMES}. */
export type ListName = (typeof LIST_NAMES)[number];
