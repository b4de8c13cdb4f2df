/**
 * Write bots for the Pentathlon arena: a bot is a class with one method, {@link
 * pentathlon.sdk.Bot#act}, and {@link pentathlon.sdk.Program} plays with it. The README beside the
 * sources is the reference; the package {@code pentathlon.arena.v1} has the messages.
 */
package pentathlon.sdk;
