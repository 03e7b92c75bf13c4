// What was recorded of sawtooth: lane retail, ticks 40..52 at 240 Hz, as Sweepscope 0.1.0 ran it.
// Again: sweepscope export-test sawtooth --as csharp --lane retail --ticks 40..52
// Metres; right-handed, +X east, +Y north, +Z up.
//
//     public sealed class MySawtoothTest : SawtoothTest
//     {
//         protected override Vector3 EndOf(Sweep sweep) => world.Sweep(sweep.Spheres, sweep.From, sweep.To);
//         protected override Vector3 EyeOf(Eye eye) => camera.Tick(eye.Feet, eye.Rotation);
//     }

#nullable enable

using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using Xunit;

public abstract class SawtoothTest
{
    /// <summary>Ticks per second.</summary>
    public const int Hz = 240;

    /// <summary>How far an answer may be off, metres.</summary>
    public const double Tolerance = 0.0001;

    /// <summary>Corners of every polygon, counter-clockwise seen from the front, metres.</summary>
    public static readonly Vector3[][] Polygons =
    {
        // wall
        new Vector3[] { new Vector3(5.0f, -1.91f, -3.5f), new Vector3(-5.0f, -1.91f, -3.5f), new Vector3(-5.0f, -1.91f, 6.5f), new Vector3(5.0f, -1.91f, 6.5f) },
    };

    /// <summary>Objects that are spheres, metres.</summary>
    public static readonly Ball[] Spheres =
    {
    };

    /// <summary>Objects that are upright cylinders, metres.</summary>
    public static readonly Cylinder[] Cylinders =
    {
    };

    /// <summary>The body, where there is one.</summary>
    public static readonly Body? Mover = null;

    /// <summary>The chase camera, where there is one.</summary>
    public static readonly Camera? Chase = new Camera(new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 0.0f), 0.45f, 0.45f, 0.3f, 0x5c);

    /// <summary>Every sweep, in the order in which they ran.</summary>
    public static readonly Sweep[] Sweeps =
    {
        new Sweep(40, true, new Ball[] { new Ball(new Vector3(0.0f, 0.0f, 0.0f), 0.3f) }, new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -1.4088228f, 0.80966884f), null, new Vector3(0.0f, 0.0f, 0.0f), new Vector3(0.0f, -1.4088228f, 0.80966884f), "ok", null),
        new Sweep(41, true, new Ball[] { new Ball(new Vector3(0.0f, 0.0f, 0.0f), 0.3f) }, new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -1.4313449f, 0.8226125f), null, new Vector3(0.0f, 0.0f, 0.0f), new Vector3(0.0f, -1.431345f, 0.82261264f), "ok", null),
        new Sweep(42, true, new Ball[] { new Ball(new Vector3(0.0f, 0.0f, 0.0f), 0.3f) }, new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -1.4534447f, 0.8353136f), null, new Vector3(0.0f, 0.0f, 0.0f), new Vector3(0.0f, -1.4534447f, 0.83531374f), "ok", null),
        new Sweep(43, true, new Ball[] { new Ball(new Vector3(0.0f, 0.0f, 0.0f), 0.3f) }, new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -1.4751301f, 0.8477766f), null, new Vector3(0.0f, 0.0f, 0.0f), new Vector3(0.0f, -1.4751301f, 0.8477767f), "ok", null),
        new Sweep(44, true, new Ball[] { new Ball(new Vector3(0.0f, 0.0f, 0.0f), 0.3f) }, new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -1.4964088f, 0.8600059f), null, new Vector3(0.0f, 0.0f, 0.0f), new Vector3(0.0f, -1.4964089f, 0.86000574f), "ok", null),
        new Sweep(45, true, new Ball[] { new Ball(new Vector3(0.0f, 0.0f, 0.0f), 0.3f) }, new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -1.5172888f, 0.87200564f), null, new Vector3(0.0f, 0.0f, 0.0f), new Vector3(0.0f, -1.5172888f, 0.87200564f), "ok", null),
        new Sweep(46, true, new Ball[] { new Ball(new Vector3(0.0f, 0.0f, 0.0f), 0.3f) }, new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -1.5377771f, 0.88378054f), null, new Vector3(0.0f, 0.0f, 0.0f), new Vector3(0.0f, -1.5377771f, 0.8837805f), "ok", null),
        new Sweep(47, true, new Ball[] { new Ball(new Vector3(0.0f, 0.0f, 0.0f), 0.3f) }, new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -1.5578812f, 0.8953346f), null, new Vector3(0.0f, 0.0f, 0.0f), new Vector3(0.0f, -1.5578812f, 0.8953345f), "ok", null),
        new Sweep(48, true, new Ball[] { new Ball(new Vector3(0.0f, 0.0f, 0.0f), 0.3f) }, new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -1.5776085f, 0.90667194f), null, new Vector3(0.0f, 0.0f, 0.0f), new Vector3(0.0f, -1.5776085f, 0.90667176f), "ok", null),
        new Sweep(49, true, new Ball[] { new Ball(new Vector3(0.0f, 0.0f, 0.0f), 0.3f) }, new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -1.5969658f, 0.9177967f), null, new Vector3(0.0f, 0.0f, 0.0f), new Vector3(0.0f, -1.5969658f, 0.91779655f), "ok", null),
        new Sweep(50, true, new Ball[] { new Ball(new Vector3(0.0f, 0.0f, 0.0f), 0.3f) }, new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -1.6159601f, 0.92871284f), null, new Vector3(0.0f, 0.0f, 0.0f), new Vector3(0.0f, -1.6099999f, 0.93082017f), "adjusted", new Vector3(0.0f, 1.0f, 0.0f)),
        new Sweep(51, true, new Ball[] { new Ball(new Vector3(0.0f, 0.0f, 0.0f), 0.3f) }, new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -1.6287498f, 0.94149226f), null, new Vector3(0.0f, 0.0f, 0.0f), new Vector3(0.0f, -1.6099999f, 0.947922f), "adjusted", new Vector3(0.0f, 1.0f, 0.0f)),
    };

    /// <summary>The chase camera in every tick.</summary>
    public static readonly Eye[] Eyes =
    {
        new Eye(40, new Vector3(0.0f, -1.3858703f, 0.7964778f), new Vector3(0.0f, 0.0f, 0.0f), new Quaternion(0.0f, -0.0f, -0.0f, 1.0f), new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 1.5f), new Vector3(0.0f, -1.4088228f, 0.80966884f), new Vector3(0.0f, -1.4088228f, 0.80966884f)),
        new Eye(41, new Vector3(0.0f, -1.4088228f, 0.80966884f), new Vector3(0.0f, 0.0f, 0.0f), new Quaternion(0.0f, -0.0f, -0.0f, 1.0f), new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 1.5f), new Vector3(0.0f, -1.4313449f, 0.8226125f), new Vector3(0.0f, -1.431345f, 0.82261264f)),
        new Eye(42, new Vector3(0.0f, -1.431345f, 0.82261264f), new Vector3(0.0f, 0.0f, 0.0f), new Quaternion(0.0f, -0.0f, -0.0f, 1.0f), new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 1.5f), new Vector3(0.0f, -1.4534447f, 0.8353136f), new Vector3(0.0f, -1.4534447f, 0.83531374f)),
        new Eye(43, new Vector3(0.0f, -1.4534447f, 0.83531374f), new Vector3(0.0f, 0.0f, 0.0f), new Quaternion(0.0f, -0.0f, -0.0f, 1.0f), new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 1.5f), new Vector3(0.0f, -1.4751301f, 0.8477766f), new Vector3(0.0f, -1.4751301f, 0.8477767f)),
        new Eye(44, new Vector3(0.0f, -1.4751301f, 0.8477767f), new Vector3(0.0f, 0.0f, 0.0f), new Quaternion(0.0f, -0.0f, -0.0f, 1.0f), new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 1.5f), new Vector3(0.0f, -1.4964088f, 0.8600059f), new Vector3(0.0f, -1.4964089f, 0.86000574f)),
        new Eye(45, new Vector3(0.0f, -1.4964089f, 0.86000574f), new Vector3(0.0f, 0.0f, 0.0f), new Quaternion(0.0f, -0.0f, -0.0f, 1.0f), new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 1.5f), new Vector3(0.0f, -1.5172888f, 0.87200564f), new Vector3(0.0f, -1.5172888f, 0.87200564f)),
        new Eye(46, new Vector3(0.0f, -1.5172888f, 0.87200564f), new Vector3(0.0f, 0.0f, 0.0f), new Quaternion(0.0f, -0.0f, -0.0f, 1.0f), new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 1.5f), new Vector3(0.0f, -1.5377771f, 0.88378054f), new Vector3(0.0f, -1.5377771f, 0.8837805f)),
        new Eye(47, new Vector3(0.0f, -1.5377771f, 0.8837805f), new Vector3(0.0f, 0.0f, 0.0f), new Quaternion(0.0f, -0.0f, -0.0f, 1.0f), new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 1.5f), new Vector3(0.0f, -1.5578812f, 0.8953346f), new Vector3(0.0f, -1.5578812f, 0.8953345f)),
        new Eye(48, new Vector3(0.0f, -1.5578812f, 0.8953345f), new Vector3(0.0f, 0.0f, 0.0f), new Quaternion(0.0f, -0.0f, -0.0f, 1.0f), new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 1.5f), new Vector3(0.0f, -1.5776085f, 0.90667194f), new Vector3(0.0f, -1.5776085f, 0.90667176f)),
        new Eye(49, new Vector3(0.0f, -1.5776085f, 0.90667176f), new Vector3(0.0f, 0.0f, 0.0f), new Quaternion(0.0f, -0.0f, -0.0f, 1.0f), new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 1.5f), new Vector3(0.0f, -1.5969658f, 0.9177967f), new Vector3(0.0f, -1.5969658f, 0.91779655f)),
        new Eye(50, new Vector3(0.0f, -1.5969658f, 0.91779655f), new Vector3(0.0f, 0.0f, 0.0f), new Quaternion(0.0f, -0.0f, -0.0f, 1.0f), new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 1.5f), new Vector3(0.0f, -1.6159601f, 0.92871284f), new Vector3(0.0f, -1.6099999f, 0.93082017f)),
        new Eye(51, new Vector3(0.0f, -1.6099999f, 0.93082017f), new Vector3(0.0f, 0.0f, 0.0f), new Quaternion(0.0f, -0.0f, -0.0f, 1.0f), new Vector3(0.0f, 0.0f, 1.5f), new Vector3(0.0f, -2.61f, 1.5f), new Vector3(0.0f, -1.6287498f, 0.94149226f), new Vector3(0.0f, -1.6099999f, 0.947922f)),
    };

    /// <summary>Where the first sphere's centre ends in the engine under test, swept for itself.</summary>
    protected abstract Vector3 EndOf(Sweep sweep);

    /// <summary>Where the eye is in the engine under test; asked for every tick, in order, from Previous of the first.</summary>
    protected abstract Vector3 EyeOf(Eye eye);

    [Fact]
    public void SweepsEndWhereTheyWereRecorded()
    {
        Report(Sweeps.Length, Sweeps
            .Select(s => Wrong(s.Tick, s.IsEye ? "the camera's sweep ends" : "the sweep ends", EndOf(s), s.End)));
    }

    [Fact]
    public void EyesAreWhereTheyWereRecorded()
    {
        Report(Eyes.Length, Eyes.Select(e => Wrong(e.Tick, "the eye is", EyeOf(e), e.Published)));
    }

    private static string? Wrong(int tick, string what, Vector3 found, Vector3 wanted)
    {
        double x = (double)found.X - wanted.X, y = (double)found.Y - wanted.Y, z = (double)found.Z - wanted.Z;
        double off = Math.Sqrt(x * x + y * y + z * z);
        // What is no number is off, too.
        return off <= Tolerance ? null : $"tick {tick}: {what} at {found}, {off * 1000.0:F3} mm off {wanted}";
    }

    private static void Report(int all, IEnumerable<string?> answers)
    {
        List<string?> off = answers.Where(answer => answer != null).ToList();
        Assert.True(off.Count == 0, $"{off.Count} of {all} are off:\n{string.Join("\n", off.Take(20))}");
    }

    /// <summary>A sphere; in a sweep its centre is seen from that of the first sphere. Metres.</summary>
    public readonly record struct Ball(Vector3 Center, float Radius);

    /// <summary>An upright cylinder: the middle of its base, metres.</summary>
    public readonly record struct Cylinder(Vector3 Low, float Height, float Radius);

    /// <summary>A plane that a body stands on: points p with Normal * p + Offset = 0.</summary>
    public readonly record struct Ground(Vector3 Normal, float Offset, bool IsWalkable);

    /// <summary>What decides how a body moves, beside its spheres: the highest step that it climbs and the deepest that it
    /// follows, metres; flags of its mover but those of contact (0x8 path-clipped, 0x10 free to turn, 0x40 perfect clip,
    /// 0x100 player, 0x200 edge slide).</summary>
    public readonly record struct Body(float StepUp, float StepDown, uint Flags);

    /// <summary>A chase camera: pivot in the player's frame, boom in the heading frame, metres; stiffness 0 to 1; flags of its
    /// sweeps (0x4 viewer, 0x8 path-clipped, 0x10 free to turn, 0x40 perfect clip).</summary>
    public readonly record struct Camera(
        Vector3 PivotOffset, Vector3 ViewerOffset, float OriginStiffness, float RotationStiffness, float Radius, uint Flags);

    /// <summary>Spheres that move together; places are those of the first sphere's centre, metres. Ground and Velocity
    /// are a body's before the tick. Verdict: ok, adjusted, slid, collided or failed.</summary>
    public readonly record struct Sweep(
        int Tick, bool IsEye, Ball[] Spheres, Vector3 From, Vector3 To, Ground? Ground, Vector3 Velocity,
        Vector3 End, string Verdict, Vector3? Normal);

    /// <summary>A tick of a chase camera: the eye before it, the player, then pivot, ideal pose, target of the sweep and the eye. Metres;
    /// a player without a turn looks along +Y.</summary>
    public readonly record struct Eye(
        int Tick, Vector3 Previous, Vector3 Feet, Quaternion Rotation, Vector3 Pivot, Vector3 Desired, Vector3 Sought, Vector3 Published);
}
